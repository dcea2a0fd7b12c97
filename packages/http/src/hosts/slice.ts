import { registration } from "../shared/registration.ts"
import { HostsApi } from "./HostsApi.ts"

export const hostsSlice = [
  registration(HostsApi, () => import("./HostsHandlers.ts"))
] as const
