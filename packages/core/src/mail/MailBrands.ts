import { Context, Effect, Layer } from "effect"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { type BrandAddresses, brandedUrl } from "./brandedUrl.ts"
import type { MailSender } from "./MailAddress.ts"
import { type MailBrand, plainMailBrand } from "./MailBrand.ts"

/** Sender and appearance of a mail. */
export interface MailIdentity {
  readonly brand: MailBrand
  readonly from: MailSender
  /** Hosts that links of the platform lead to; null for those of the installation. */
  readonly hosts: BrandAddresses | null
}

/** Port for the brands of mails, implemented by the branding slice. They are read whenever a mail is sent. */
export class MailBrands extends Context.Service<MailBrands, {
  /** Brand on whose behalf an organization's mails are sent; null for mails of the installation. */
  readonly of: (organization: OrganizationId | null) => Effect.Effect<MailIdentity>
}>()("@namewright/core/mail/MailBrands") {
  /** The brand of the installation for every mail. */
  static readonly layerInstallation = Layer.effect(
    MailBrands,
    Effect.map(
      PlatformSettings,
      (settings) => MailBrands.of({ of: () => Effect.succeed(installationIdentity(settings)) })
    )
  )
}

/** Sender and appearance of the installation's own mails. */
export const installationIdentity = ({ mail_from: from }: PlatformSettings): MailIdentity => ({
  brand: from.name === "" ? plainMailBrand : { ...plainMailBrand, name: from.name },
  from,
  hosts: null
})

/** Base URL of the pages and files that a mail links to. All other addresses of mails follow from `brandedUrl`. */
export const mailBaseUrl = (hosts: BrandAddresses | null, settings: PlatformSettings): string =>
  brandedUrl(settings.base_url, hosts, settings)
