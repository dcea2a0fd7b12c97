import type { RegistryCapabilities } from "@namewright/core/registry"
import type { EppGreeting } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"

/** What the greeting says but for its date. Objects that the registry does not take are not offered. */
export const offeredServices = (
  { contact_objects, host_objects }: RegistryCapabilities,
  svID = "Namewright registry simulator"
): Omit<EppGreeting, "date"> => ({
  _tag: "Greeting",
  server: svID,
  versions: ["1.0"],
  languages: ["en"],
  objects: [
    EppUri.domain,
    ...(contact_objects ? [EppUri.contact] : []),
    ...(host_objects ? [EppUri.host] : [])
  ],
  extensions: [
    EppUri.secDNS,
    EppUri.rgp,
    EppUri.fee,
    EppUri.launch,
    EppUri.loginSec,
    EppUri.changePoll,
    verificationUri,
    EppUri.unhandledNamespaces,
    EppUri.secureAuthInfo
  ]
})

/** Tells whether a registry wants a holder verified. It has no codec of its own; nic.at defined it, and no RFC has another. */
export const verificationUri = "http://www.nic.at/xsd/at-ext-verification-1.0"
