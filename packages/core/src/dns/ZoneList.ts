import { Schema } from "effect"
import { Instant, listForm, searchText } from "../shared/index.ts"
import { tagFilter } from "../tags/index.ts"
import { VanitySetId } from "./vanity/VanitySet.ts"
import { DnssecStatus } from "./Zone.ts"
import { ZoneSortField } from "./ZoneFilter.ts"
import { ZoneInclude } from "./ZoneRequest.ts"

const { optionalKey } = Schema

/** Parameters of the list of zones. Source: REST specification, "Endpoints", DNS. */
export const zoneList = listForm({
  sort: { field: ZoneSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    tag_ids: tagFilter.tag_ids,
    tag_mode: tagFilter.tag_mode,
    name: optionalKey(searchText),
    search: optionalKey(searchText),
    suffix: optionalKey(searchText),
    dnssec_status: optionalKey(DnssecStatus),
    vanity_nameserver_set_id: optionalKey(VanitySetId),
    created_after: optionalKey(Instant.Instant),
    created_before: optionalKey(Instant.Instant),
    updated_after: optionalKey(Instant.Instant),
    updated_before: optionalKey(Instant.Instant)
  },
  include: ZoneInclude
})

/** The list of the changes of a zone. */
export const zoneChangeList = listForm({ filter: {} })
