import type { RegistryNameserver } from "@namewright/core/registry"
import type { EppNameservers } from "../message/DomainCommand.ts"
import { eppAddress } from "../message/eppAddress.ts"

/** Nameservers in the registry's form; undefined for none, because the element must not be empty. */
export const eppNameservers = (
  nameservers: ReadonlyArray<RegistryNameserver>,
  form: EppNameservers["form"]
): EppNameservers | undefined => {
  if (nameservers.length === 0) return undefined
  return form === "objects"
    ? { form, hosts: nameservers.map(({ hostname }) => hostname) }
    : {
      form,
      hosts: nameservers.map(({ hostname, ip_addresses }) => ({
        name: hostname,
        addresses: ip_addresses.map(eppAddress)
      }))
    }
}
