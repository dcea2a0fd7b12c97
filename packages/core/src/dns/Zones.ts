import { Context, type Effect } from "effect"
import type { AuthorizationError, UnknownOrganization } from "../access/index.ts"
import type { CurrentActor, InvalidInput, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { VanitySetNotActive, VanitySetNotFound } from "./vanity/VanitySetError.ts"
import type { ZoneId } from "./Zone.ts"
import type {
  DnssecEnableSuperseded,
  RrsetProtected,
  ZoneAlreadyExists,
  ZoneChanged,
  ZoneInUse,
  ZoneNotFound,
  ZoneValidationFailed,
  ZoneVersionNotFound
} from "./ZoneError.ts"
import type { ZoneCounts, ZoneFilter, ZoneSortField } from "./ZoneFilter.ts"
import type { CreateZone, PatchRecords, PatchRrsets, ReplaceRrsets, ZoneInclude, ZoneReference } from "./ZoneRequest.ts"
import type {
  CreatedZone,
  ZoneDetails,
  ZoneImport,
  ZoneMasterFile,
  ZoneVersionDetails,
  ZoneVersionView,
  ZoneWrite
} from "./ZoneView.ts"

type CreateError =
  | AuthorizationError
  | DnssecEnableSuperseded
  | InvalidInput
  | RrsetProtected
  | VanitySetNotActive
  | VanitySetNotFound
  | ZoneAlreadyExists
  | ZoneValidationFailed

/** What any write to a zone that exists may answer. `expected` is the serial that the zone must have. */
type WriteError =
  | AuthorizationError
  | InvalidInput
  | RrsetProtected
  | ZoneChanged
  | ZoneNotFound
  | ZoneValidationFailed

/**
 * The zones of an organization, and for a parent those of its suborganizations. Every write is done as a whole or not at
 * all, and a refusal names every problem. Source: REST specification, "DNS".
 */
export class Zones extends Context.Service<Zones, {
  /** With `dnssec_status: enabled` it waits some seconds for what becomes of the DS records. */
  readonly create: (input: CreateZone) => Effect.Effect<CreatedZone, CreateError, CurrentActor>
  /** As `create`, under an id that the platform has chosen: work that begins anew after a crash finds what it made. */
  readonly createAs: (
    id: ZoneId,
    input: CreateZone
  ) => Effect.Effect<CreatedZone, CreateError, CurrentActor>
  readonly get: (
    reference: ZoneReference,
    include: ReadonlyArray<ZoneInclude>
  ) => Effect.Effect<ZoneDetails, AuthorizationError | ZoneNotFound, CurrentActor>
  /** `organization_id` names a suborganization whose zones its parent wants to see. */
  readonly list: (
    filter: ZoneFilter,
    sort: Sort<ZoneSortField>,
    page: PageRequest,
    include: ReadonlyArray<ZoneInclude>,
    organization_id?: OrganizationId
  ) => Effect.Effect<Page<ZoneDetails>, AuthorizationError | UnknownOrganization, CurrentActor>
  /** The DS records of a signed zone are withdrawn first. */
  readonly remove: (
    reference: ZoneReference,
    expected?: number
  ) => Effect.Effect<void, AuthorizationError | ZoneChanged | ZoneInUse | ZoneNotFound, CurrentActor>
  /** Puts these RRsets in the place of all that the zone's user has written. */
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
  /** What led to a serial. */
  readonly version: (
    reference: ZoneReference,
    serial: number
  ) => Effect.Effect<ZoneVersionDetails, AuthorizationError | ZoneNotFound | ZoneVersionNotFound, CurrentActor>
  /** Brings back the RRsets of the user as they were at a serial, under a new one; the platform's own stay. */
  readonly restore: (
    reference: ZoneReference,
    serial: number,
    expected?: number
  ) => Effect.Effect<ZoneWrite, WriteError | ZoneVersionNotFound, CurrentActor>
  readonly exportMasterFile: (
    reference: ZoneReference
  ) => Effect.Effect<ZoneMasterFile, AuthorizationError | ZoneNotFound, CurrentActor>
  /** As `replaceRrsets`, from the text of a master file; what belongs to the platform is left out and told of. */
  readonly importMasterFile: (
    reference: ZoneReference,
    text: string,
    expected?: number
  ) => Effect.Effect<ZoneImport, WriteError, CurrentActor>
}>()("@namewright/core/dns/Zones") {}
