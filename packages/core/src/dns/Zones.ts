import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  authorizeWithinObjects,
  authorizeWithinScope,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import type { RegistryPolicyRefused, RegistryUnavailable } from "../registry/index.ts"
import {
  type Actor,
  admitsRrset,
  type CurrentActor,
  Instant,
  type InvalidInput,
  objectScopes,
  type OrganizationId,
  type Page,
  type PageRequest,
  type Sort,
  Transaction
} from "../shared/index.ts"
import { apexRrsets } from "./ApexRrsets.ts"
import { changeSteps } from "./changeSteps.ts"
import { ChildDelegations } from "./delegation/ChildDelegations.ts"
import type { DelegationLocked, DnssecNotPossible } from "./dnssec/DnssecError.ts"
import { ZoneSigning } from "./dnssec/ZoneSigning.ts"
import { printMasterFile } from "./masterfile/printMasterFile.ts"
import { ZoneOwnership } from "./ownership/ZoneOwnership.ts"
import { ZonePublications } from "./publication/ZonePublications.ts"
import type { VanitySetNotActive, VanitySetNotFound } from "./vanity/VanitySetError.ts"
import type { Zone, ZoneId } from "./Zone.ts"
import { makeZoneAccess, required, requireSerial } from "./ZoneAccess.ts"
import { ZoneBranding } from "./ZoneBranding.ts"
import type { ZoneVersion } from "./ZoneChange.ts"
import { makeZoneCreation } from "./ZoneCreation.ts"
import {
  type DnssecEnableSuperseded,
  type RrsetProtected,
  type ZoneAlreadyExists,
  type ZoneChanged,
  type ZoneDisplaced,
  ZoneInUse,
  type ZoneNameHeld,
  type ZoneNotFound,
  type ZoneValidationFailed,
  ZoneVersionNotFound
} from "./ZoneError.ts"
import type { ZoneCounts, ZoneFilter, ZoneSortField } from "./ZoneFilter.ts"
import { zoneDeleted } from "./ZoneLog.ts"
import type {
  CreateZone,
  ImportOptions,
  PatchRecords,
  PatchRrsets,
  ReplaceRrsets,
  ZoneInclude,
  ZoneReference
} from "./ZoneRequest.ts"
import { serialOfDay } from "./ZoneSerial.ts"
import { ZoneStore } from "./ZoneStore.ts"
import type {
  CreatedZone,
  ZoneDetails,
  ZoneImport,
  ZoneMasterFile,
  ZoneVersionDetails,
  ZoneVersionView,
  ZoneWrite
} from "./ZoneView.ts"
import { makeZoneViews } from "./ZoneViews.ts"
import { makeZoneWriting } from "./ZoneWriting.ts"

type CreateError =
  | AuthorizationError
  | DnssecEnableSuperseded
  | DnssecNotPossible
  | InvalidInput
  | RrsetProtected
  | UnknownOrganization
  | VanitySetNotActive
  | VanitySetNotFound
  | ZoneAlreadyExists
  | ZoneNameHeld
  | ZoneValidationFailed

type RemoveError =
  | AuthorizationError
  | DelegationLocked
  | RegistryPolicyRefused
  | RegistryUnavailable
  | ZoneChanged
  | ZoneInUse
  | ZoneNotFound

/** Errors of every write to an existing zone. `expected` is the serial that the zone must have. */
type WriteError =
  | AuthorizationError
  | InvalidInput
  | RrsetProtected
  | ZoneChanged
  | ZoneDisplaced
  | ZoneNotFound
  | ZoneValidationFailed

/**
 * Zones of an organization, and for a parent also those of its suborganizations. Every write is applied completely or
 * not at all, and a refusal lists every problem. Source: REST specification, "DNS".
 */
export class Zones extends Context.Service<Zones, {
  /** With `dnssec_status: enabled`, waits at most some seconds for the publication of the DS records. */
  readonly create: (input: CreateZone) => Effect.Effect<CreatedZone, CreateError, CurrentActor>
  /**
   * As `create`, with an id that the platform has chosen, so that work that is repeated after a crash finds the zone.
   */
  readonly createAs: (
    id: ZoneId,
    input: CreateZone
  ) => Effect.Effect<CreatedZone, CreateError, CurrentActor>
  readonly get: (
    reference: ZoneReference,
    include: ReadonlyArray<ZoneInclude>
  ) => Effect.Effect<ZoneDetails, AuthorizationError | ZoneNotFound, CurrentActor>
  /** `organization_id` limits the list to one suborganization of the caller. */
  readonly list: (
    filter: ZoneFilter,
    sort: Sort<ZoneSortField>,
    page: PageRequest,
    include: ReadonlyArray<ZoneInclude>,
    organization_id?: OrganizationId
  ) => Effect.Effect<Page<ZoneDetails>, AuthorizationError | UnknownOrganization, CurrentActor>
  /** The DS records of a signed zone are withdrawn first; if that fails, the zone is not removed. */
  readonly remove: (reference: ZoneReference, expected?: number) => Effect.Effect<void, RemoveError, CurrentActor>
  /** Replaces all RRsets that the zone's user has written. */
  readonly replaceRrsets: (
    reference: ZoneReference,
    input: ReplaceRrsets,
    expected?: number
  ) => Effect.Effect<ZoneWrite, WriteError, CurrentActor>
  readonly patchRrsets: (
    reference: ZoneReference,
    input: PatchRrsets,
    expected?: number
  ) => Effect.Effect<ZoneWrite, WriteError, CurrentActor>
  readonly patchRecords: (
    reference: ZoneReference,
    input: PatchRecords,
    expected?: number
  ) => Effect.Effect<ZoneWrite, WriteError, CurrentActor>
  readonly summary: Effect.Effect<ZoneCounts, AuthorizationError, CurrentActor>
  /** The history, newest first. */
  readonly versions: (
    reference: ZoneReference,
    page: PageRequest
  ) => Effect.Effect<Page<ZoneVersionView>, AuthorizationError | ZoneNotFound, CurrentActor>
  /** The change that created a serial. */
  readonly version: (
    reference: ZoneReference,
    serial: number
  ) => Effect.Effect<ZoneVersionDetails, AuthorizationError | ZoneNotFound | ZoneVersionNotFound, CurrentActor>
  /** Restores the RRsets of the user at a serial, under a new serial; RRsets of the platform are unchanged. */
  readonly restore: (
    reference: ZoneReference,
    serial: number,
    expected?: number
  ) => Effect.Effect<ZoneWrite, WriteError | ZoneVersionNotFound, CurrentActor>
  readonly exportMasterFile: (
    reference: ZoneReference
  ) => Effect.Effect<ZoneMasterFile, AuthorizationError | ZoneNotFound, CurrentActor>
  /** As `replaceRrsets`, from the text of a master file. RRsets of the platform are left out and listed. */
  readonly importMasterFile: (
    reference: ZoneReference,
    text: string,
    options?: ImportOptions,
    expected?: number
  ) => Effect.Effect<ZoneImport, WriteError, CurrentActor>
}>()("@namewright/core/dns/Zones") {
  static readonly layer = Layer.effect(
    Zones,
    Effect.gen(function*() {
      const store = yield* ZoneStore
      const log = yield* makeObjectLog
      const branding = yield* ZoneBranding
      const signing = yield* ZoneSigning
      const publications = yield* ZonePublications
      const directory = yield* OrganizationDirectory
      const transaction = yield* Transaction
      const ownership = yield* ZoneOwnership
      const delegations = yield* ChildDelegations
      const { visible, visibleWithRrsets } = yield* makeZoneAccess
      const writing = yield* makeZoneWriting
      const views = yield* makeZoneViews
      const make = yield* makeZoneCreation

      const get: Zones["Service"]["get"] = Effect.fn("Zones.get")(function*(reference, include) {
        const actor = yield* authorizeWithinScope("dns:read")
        return visibleRrsets(actor, yield* views.of(yield* visibleWithRrsets(actor, reference), include))
      })

      const list: Zones["Service"]["list"] = Effect.fn("Zones.list")(
        function*(filter, sort, page, include, organization_id) {
          const actor = yield* authorizeWithinScope("dns:read")
          const owner = organization_id ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, owner)
          const found = yield* store.list(owner, { ...filter, within: objectScopes(actor.scope) }, sort, page)
          const items = yield* views.ofAll(owner, found.items, include)
          return { ...found, items: items.map((zone) => visibleRrsets(actor, zone)) }
        }
      )

      const removable = Effect.fnUntraced(function*(zone: Zone, expected: number | undefined) {
        yield* requireSerial(zone, expected)
        if (zone.displaced_on === null && (yield* branding.isInUse(zone.dns_zone_id))) {
          return yield* new ZoneInUse({ zone_name: zone.name })
        }
      })

      const remove: Zones["Service"]["remove"] = Effect.fn("Zones.remove")(function*(reference, expected) {
        const actor = yield* authorize("dns:delete")
        const zone = yield* visible(actor, reference)
        yield* removable(zone, expected)
        yield* signing.withdraw(zone)
        yield* transaction.joined(Effect.gen(function*() {
          yield* ownership.lock(zone.name)
          const locked = yield* required(yield* store.lock(zone.dns_zone_id), reference)
          yield* removable(locked, expected)
          yield* store.remove(locked, serialOfDay(yield* Instant.now))
          yield* log.record(zoneDeleted(locked))
          if (!locked.is_served) return
          yield* publications.announce([{ dns_zone_id: locked.dns_zone_id, name: locked.name, serial: null }])
          yield* ownership.review(zone.name)
          yield* delegations.apply(zone.name)
        }))
      })

      const summary = Effect.gen(function*() {
        const { organization_id, scope } = yield* authorizeWithinObjects("dns:read")
        if (scope === undefined) return yield* store.counts(organization_id)
        const counted = (filter: ZoneFilter) =>
          Effect.map(
            store.list(
              organization_id,
              { ...filter, within: objectScopes(scope) },
              { by: "name", order: "asc" },
              onePage
            ),
            ({ total }) => total
          )
        const total_zones = yield* counted({})
        const enabled = yield* counted({ dnssec_status: "enabled" })
        return { total_zones, zones_by_dnssec: { enabled, disabled: total_zones - enabled } }
      }).pipe(Effect.withSpan("Zones.summary"))

      const versions: Zones["Service"]["versions"] = Effect.fn("Zones.versions")(function*(reference, page) {
        const actor = yield* authorizeWithinObjects("dns:read")
        const { dns_zone_id } = yield* visible(actor, reference)
        const found = yield* store.versions(dns_zone_id, page)
        return { ...found, items: found.items.map(versionView) }
      })

      const version: Zones["Service"]["version"] = Effect.fn("Zones.version")(function*(reference, serial) {
        const actor = yield* authorizeWithinObjects("dns:read")
        const zone = yield* visible(actor, reference)
        const change = yield* store.version(zone, serial)
        if (Option.isNone(change)) return yield* new ZoneVersionNotFound({ zone_name: zone.name, serial })
        return {
          ...versionView(change.value),
          zone_name: zone.name,
          changes: yield* changeSteps(zone.name, change.value)
        }
      })

      const exportMasterFile: Zones["Service"]["exportMasterFile"] = Effect.fn("Zones.exportMasterFile")(
        function*(reference) {
          const { rrsets, zone } = yield* visibleWithRrsets(yield* authorizeWithinObjects("dns:read"), reference)
          const text = printMasterFile(zone.name, [...apexRrsets(zone.name, zone), ...rrsets])
          return { name: zone.name, serial: zone.serial, text }
        }
      )

      return Zones.of({
        create: Effect.fn("Zones.create")((input) => make(undefined, input)),
        createAs: Effect.fn("Zones.createAs")(make),
        get,
        list,
        remove,
        ...writing,
        summary,
        versions,
        version,
        exportMasterFile
      })
    })
  )
}

const onePage: PageRequest = { page: 1, page_size: 1 }

/** The zone with the RRsets that the caller may change, if it is restricted to some; otherwise with all. */
const visibleRrsets = ({ scope }: Actor, zone: ZoneDetails): ZoneDetails =>
  scope === undefined
    ? zone
    : { ...zone, rrsets: zone.rrsets.filter(({ fqdn, type }) => admitsRrset(scope, fqdn, type)) }

const versionView = (
  { cause, changed_by, changed_on, changeset_id, num_changes, serial }: ZoneVersion
): ZoneVersionView => ({ changeset_id, serial, cause, changed_by, changed_on, num_changes })
