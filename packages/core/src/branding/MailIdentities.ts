import { Effect, Layer, Option } from "effect"
import { installationIdentity, mailBaseUrl, MailBrands, type MailIdentity } from "../mail/index.ts"
import { OrganizationStore, type StoredOrganization } from "../organizations/index.ts"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { withAssetUrls } from "./assetUrls.ts"
import { BrandingAssetStore } from "./BrandingAssetStore.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"
import { BrandingDocumentStore } from "./BrandingDocumentStore.ts"
import { HostsOfBrands } from "./HostsOfBrands.ts"
import { mailBrandOf } from "./mailBrandOf.ts"
import { BrandingSenderStore } from "./sender/BrandingSenderStore.ts"
import { svgLogosOf, withMailLogos } from "./withMailLogos.ts"

/** Organization with a brand. */
interface Branded {
  readonly owner: OrganizationId
  readonly name: string
  readonly document: BrandingDocument
}

/** Sender and appearance of mails by branding documents. */
export const makeMailIdentities = Effect.gen(function*() {
  const assets = yield* BrandingAssetStore
  const documents = yield* BrandingDocumentStore
  const organizations = yield* OrganizationStore
  const hostsOf = yield* HostsOfBrands
  const senders = yield* BrandingSenderStore
  const settings = yield* PlatformSettings

  /** Verified address of an organization, or the neutral one. */
  const addressOf = Effect.fnUntraced(function*(organization: OrganizationId) {
    const own = Option.filter(yield* senders.find(organization), ({ status }) => status === "verified")
    const neutral = settings.brand_mail_from ?? settings.mail_from.address
    return Option.match(own, { onNone: () => neutral, onSome: ({ address }) => address })
  })

  /** The document of an organization, or of the nearest one above it that has one; a document without sections is none. */
  const nearest = Effect.fnUntraced(function*(start: OrganizationId, draft?: BrandingDocument) {
    let owner: OrganizationId | null = start
    while (owner !== null) {
      const found: StoredOrganization | undefined = Option.getOrUndefined(yield* organizations.find(owner))
      const document: BrandingDocument = owner === start && draft !== undefined
        ? draft
        : (yield* documents.find(owner)).latest?.document ?? {}
      if (hasSections(document)) {
        const branded: Branded = { owner, name: found?.name ?? "", document }
        return branded
      }
      owner = found?.parent_organization_id ?? null
    }
    return undefined
  })

  const drawnIn = (document: BrandingDocument): Effect.Effect<ReadonlySet<string>> => {
    const logos = svgLogosOf(document)
    return logos.length === 0 ? Effect.succeed(new Set<string>()) : assets.drawn(logos)
  }

  const identityOf = Effect.fnUntraced(function*({ document, name, owner }: Branded) {
    const hosts = yield* hostsOf(owner)
    const shown = withMailLogos(document, yield* drawnIn(document))
    const brand = mailBrandOf(withAssetUrls(shown, mailBaseUrl(hosts, settings)), name)
    const address = yield* addressOf(owner)
    const identity: MailIdentity = { brand, from: { name: brand.name ?? "", address }, hosts }
    return identity
  })

  /** Identity of an organization's mails, with a draft instead of its own document. */
  return Effect.fnUntraced(function*(organization: OrganizationId, draft?: BrandingDocument) {
    const branded = yield* nearest(organization, draft)
    return branded === undefined ? installationIdentity(settings) : yield* identityOf(branded)
  })
})

/** Implements the port of `mail` for brands: mails have the document of the nearest organization that has one. */
export const layerMailBrands = Layer.effect(
  MailBrands,
  Effect.gen(function*() {
    const settings = yield* PlatformSettings
    const identity = yield* makeMailIdentities
    return MailBrands.of({
      of: (organization) =>
        organization === null ? Effect.succeed(installationIdentity(settings)) : identity(organization)
    })
  })
)

const hasSections = ({ brand, content, theme }: BrandingDocument): boolean =>
  [brand, content, theme].some((section) => section !== null && section !== undefined)
