import { slice } from "../shared/slice.ts"
import { HostsApi } from "./HostsApi.ts"
import * as HostsHandlers from "./HostsHandlers.ts"

export const hostsSlice = slice([HostsApi], HostsHandlers.layer)
