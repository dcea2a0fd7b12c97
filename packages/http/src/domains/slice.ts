import { Layer } from "effect"
import { slice } from "../shared/slice.ts"
import { DomainDnssecApi } from "./DomainDnssecApi.ts"
import * as DomainDnssecHandlers from "./DomainDnssecHandlers.ts"
import { DomainOperationsApi } from "./DomainOperationsApi.ts"
import * as DomainOperationsHandlers from "./DomainOperationsHandlers.ts"
import { DomainsApi } from "./DomainsApi.ts"
import * as DomainsHandlers from "./DomainsHandlers.ts"
import { TransfersApi } from "./TransfersApi.ts"
import * as TransfersHandlers from "./TransfersHandlers.ts"

export const domainsSlice = slice(
  [DomainsApi, DomainOperationsApi, TransfersApi, DomainDnssecApi],
  Layer.mergeAll(
    DomainsHandlers.layer,
    DomainOperationsHandlers.layer,
    TransfersHandlers.layer,
    DomainDnssecHandlers.layer
  )
)
