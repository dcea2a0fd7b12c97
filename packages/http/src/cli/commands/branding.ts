import { asSystem } from "@namewright/core/access"
import {
  BrandingAssets,
  BrandingDocuments,
  type BrandingSender,
  BrandingSenders,
  BrandingVersionNumber,
  type WhitelabelBranding,
  WhitelabelOverview
} from "@namewright/core/branding"
import { Email } from "@namewright/core/contacts"
import { Instant } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

const ofOrganization = { ...platformFlags, organization: organizationFlag }

const version = Flag.Int("version-number").pipe(
  Flag.withMetavar("NUMBER"),
  Flag.withDescription("Number of the version"),
  Flag.withSchema(BrandingVersionNumber)
)

const versions = Command.make(
  "versions",
  ofOrganization,
  Effect.fnUntraced(function*(flags) {
    const all = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, BrandingDocuments.use((documents) => documents.versions))
    )
    const lines = all.map(({ created_on, performed_by_id, restored_from, version_number }) =>
      [
        version_number,
        Instant.format(created_on),
        performed_by_id ?? "the platform",
        ...(restored_from === null ? [] : [`restored from ${restored_from}`])
      ].join("  ")
    )
    yield* Console.log(lines.length === 0 ? "The organization has no branding document" : lines.join("\n"))
  })
).pipe(Command.withDescription("List the versions of an organization's branding document, the latest first"))

const show = Command.make(
  "show",
  { ...ofOrganization, version },
  Effect.fnUntraced(function*(flags) {
    const { document } = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, BrandingDocuments.use((documents) => documents.version(flags.version)))
    )
    yield* Console.log(JSON.stringify(document, null, 2))
  })
).pipe(Command.withDescription("Print a version of an organization's branding document"))

const restore = Command.make(
  "restore",
  { ...ofOrganization, version },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, BrandingDocuments.use((documents) => documents.restore(flags.version)))
    )
    yield* Console.log(`The branding document of ${flags.organization} is that of version ${flags.version}`)
  })
).pipe(Command.withDescription("Save a version of an organization's branding document again, as the latest one"))

const assets = Command.make(
  "assets",
  ofOrganization,
  Effect.fnUntraced(function*(flags) {
    const all = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, BrandingAssets.use((service) => service.list))
    )
    const lines = all.map(({ asset_id, asset_url, content_type, size_bytes, updated_on }) =>
      [asset_id, Instant.format(updated_on), content_type, `${size_bytes} bytes`, asset_url].join("  ")
    )
    yield* Console.log(lines.length === 0 ? "The organization has no assets" : lines.join("\n"))
  })
).pipe(Command.withDescription("List the uploaded images and fonts of an organization, the newest first"))

const senderLines = (sender: BrandingSender | null): string =>
  sender === null ? "The organization has no address for mails" : [
    `${sender.address}  ${sender.status}`,
    ...sender.records.map(({ found, name, value }) => `${found ? "found" : "missing"}  ${name}  TXT  ${value}`)
  ].join("\n")

const address = Flag.String("address").pipe(
  Flag.withMetavar("ADDRESS"),
  Flag.withDescription("Address that mails are sent from once its domain has the records"),
  Flag.withSchema(Email),
  Flag.optional
)

const isRemoved = Flag.Boolean("remove").pipe(
  Flag.withDescription("Remove the address and its key"),
  Flag.withDefault(false)
)

const sender = Command.make(
  "sender",
  { ...ofOrganization, ...settingFlags("mailSpfDomain"), address, isRemoved },
  Effect.fnUntraced(function*({ address: chosen, isRemoved: removed, ...flags }) {
    const shown = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(
        flags.organization,
        BrandingSenders.use(Effect.fnUntraced(function*({ check, remove, save }) {
          if (removed) yield* remove
          if (Option.isSome(chosen)) yield* save({ address: chosen.value })
          return yield* check
        }))
      )
    )
    yield* Console.log(senderLines(shown))
  })
).pipe(Command.withDescription("Set, check, show or remove the address that an organization's mails are sent from"))

/** Configurations that are read at once. */
const perPage = 500

const lineOf = (config: WhitelabelBranding): string =>
  [
    config.whitelabel_branding_id,
    config.organization_id,
    config.tier,
    config.enabled ? config.onboarding_status : `${config.onboarding_status} (disabled)`,
    config.hostname,
    ...(config.failure_code === null ? [] : [`${config.failure_code}: ${config.failure_detail}`]),
    ...(config.subscription === null || config.subscription.expires_on === null
      ? []
      : [`until ${Instant.format(config.subscription.expires_on)}`])
  ].join("  ")

const everyConfiguration = Effect.gen(function*() {
  const overview = yield* WhitelabelOverview
  const all: Array<WhitelabelBranding> = []
  for (;;) {
    const page = yield* overview.page(all.at(-1)?.whitelabel_branding_id ?? null, perPage)
    all.push(...page)
    if (page.length < perPage) return all
  }
})

const configurations = Command.make(
  "configurations",
  platformFlags,
  Effect.fnUntraced(function*(flags) {
    const all = yield* onPlatform(yield* chosenSettings(flags), everyConfiguration)
    yield* Console.log(all.length === 0 ? "There are no white-label configurations" : all.map(lineOf).join("\n"))
  })
).pipe(Command.withDescription("List the white-label configurations of all organizations"))

export const branding = Command.make("branding").pipe(
  Command.withDescription(
    "Versions of the branding documents of organizations, their assets, the senders of their mails, and white-label configurations"
  ),
  Command.withSubcommands([versions, show, restore, assets, sender, configurations])
)
