import { Effect, Layer, Option } from "effect"
import { type BrandAddresses, installationIdentity, mailBaseUrl, MailBrands, type MailIdentity } from "../mail/index.ts"
import { OrganizationStore, type StoredOrganization } from "../organizations/index.ts"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { withAssetUrls } from "./assetUrls.ts"
import { BrandAddressLookup } from "./BrandAddressLookup.ts"
import { BrandingAssetStore } from "./BrandingAssetStore.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"
import { BrandingDocumentStore } from "./BrandingDocumentStore.ts"
import { mailBrandOf } from "./mailBrandOf.ts"
import { BrandingSenderStore } from "./sender/BrandingSenderStore.ts"
import { svgLogosOf, withMailLogos } from "./withMailLogos.ts"

/** Organization with a brand. */
interface Branded {
  readonly owner: OrganizationId
  readonly name: string
  readonly document: BrandingDocument
  /** Its hosts, or those of the nearest organization above it; null for those of the installation. */
  readonly hosts: BrandAddresses | null
}

/** Sender and appearance of mails by branding documents. */
export const makeMailIdentities = Effect.gen(function*() {
  const assets = yield* BrandingAssetStore
  const documents = yield* BrandingDocumentStore
  const organizations = yield* OrganizationStore
  const hostsOf = yield* BrandAddressLookup
  const senders = yield* BrandingSenderStore
  const settings = yield* PlatformSettings

  /** Verified address of an organization, or the neutral one. */
  const addressOf = Effect.fnUntraced(function*(organization: OrganizationId) {
    const own = Option.filter(yield* senders.find(organization), ({ status }) => status === "verified")
    const neutral = settings.brand_mail_from ?? settings.mail_from.address
    return Option.match(own, { onNone: () => neutral, onSome: ({ address }) => address })
  })

  const parentOf = (id: OrganizationId) =>
    Effect.map(
      organizations.find(id),
      Option.match({ onNone: () => null, onSome: ({ parent_organization_id }) => parent_organization_id })
    )

  /** Hosts of an organization, or of the nearest one above it that has some. */
  const hostsNear = Effect.fnUntraced(function*(start: OrganizationId | null) {
    let id = start
    while (id !== null) {
      const hosts = yield* hostsOf(id)
      if (hosts !== null) return hosts
      id = yield* parentOf(id)
    }
    return null
  })

  /**
   * The organization, or the nearest one above it, that has a document with sections or hosts. Its mails must not show the
   * installation.
   */
  const nearest = Effect.fnUntraced(function*(start: OrganizationId, draft?: BrandingDocument) {
    let owner: OrganizationId | null = start
    while (owner !== null) {
      const found: StoredOrganization | undefined = Option.getOrUndefined(yield* organizations.find(owner))
      const parent: OrganizationId | null = found?.parent_organization_id ?? null
      const document: BrandingDocument = owner === start && draft !== undefined
        ? draft
        : (yield* documents.find(owner)).latest?.document ?? {}
      const own: BrandAddresses | null = yield* hostsOf(owner)
      if (own !== null || hasSections(document)) {
        const branded: Branded = { owner, name: found?.name ?? "", document, hosts: own ?? (yield* hostsNear(parent)) }
        return branded
      }
      owner = parent
    }
    return undefined
  })

  const drawnIn = (document: BrandingDocument): Effect.Effect<ReadonlySet<string>> => {
    const logos = svgLogosOf(document)
    return logos.length === 0 ? Effect.succeed(new Set<string>()) : assets.drawn(logos)
  }

  const identityOf = Effect.fnUntraced(function*({ document, hosts, name, owner }: Branded) {
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
