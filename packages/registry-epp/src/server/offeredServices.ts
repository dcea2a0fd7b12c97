import type { RegistryCapabilities } from "@namewright/core/registry"
import type { EppGreeting } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"
import type { EppServerOptions } from "./EppServerOptions.ts"

/** The greeting without its date. Object types that the registry does not support are omitted. */
export const offeredServices = (
  { auth_code_requests, contact_objects, host_objects, releases }: RegistryCapabilities,
  { allocationTokens, subProducts, svID = "Namewright registry simulator" }: Pick<
    EppServerOptions,
    "allocationTokens" | "subProducts" | "svID"
  >
): Omit<EppGreeting, "date"> => ({
  _tag: "Greeting",
  server: svID,
  versions: ["1.0"],
  languages: ["en"],
  objects: [
    EppUri.domain,
    ...(contact_objects ? [EppUri.contact] : []),
    ...(host_objects ? [EppUri.host] : []),
    EppUri.maintenance
  ],
  extensions: [
    EppUri.secDNS,
    EppUri.rgp,
    EppUri.fee,
    EppUri.launch,
    EppUri.loginSec,
    EppUri.changePoll,
    EppUri.verification,
    EppUri.idn,
    ...(auth_code_requests || releases ? [EppUri.handOver] : []),
    ...(subProducts === undefined ? [] : [EppUri.namestore]),
    ...(allocationTokens === undefined ? [] : [EppUri.allocationToken]),
    EppUri.unhandledNamespaces,
    EppUri.secureAuthInfo
  ]
})
