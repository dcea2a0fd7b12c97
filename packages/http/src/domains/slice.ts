import { registration } from "../shared/registration.ts"
import { DeclarationLinksApi } from "./DeclarationLinksApi.ts"
import { DomainDnssecApi } from "./DomainDnssecApi.ts"
import { DomainOperationsApi } from "./DomainOperationsApi.ts"
import { DomainsApi } from "./DomainsApi.ts"
import { TldSpecificApi } from "./TldSpecificApi.ts"
import { TransfersApi } from "./TransfersApi.ts"

export const domainsSlice = [
  registration(DomainsApi, () => import("./DomainsHandlers.ts")),
  registration(DomainOperationsApi, () => import("./DomainOperationsHandlers.ts")),
  registration(TransfersApi, () => import("./TransfersHandlers.ts")),
  registration(TldSpecificApi, () => import("./TldSpecificHandlers.ts")),
  registration(DeclarationLinksApi, () => import("./DeclarationLinksHandlers.ts")),
  registration(DomainDnssecApi, () => import("./DomainDnssecHandlers.ts"))
] as const
