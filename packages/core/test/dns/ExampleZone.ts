import { DnsName } from "@namewright/core/dns"
import { Result } from "effect"

export const nameOf = (text: string): DnsName.DnsName => Result.getOrThrow(DnsName.parse(text))

export const exampleZone = nameOf("example.test.")

/** As nameservers read, and as the interface does. */
export const zoneFile = { origin: exampleZone, form: "zone_file" } as const
export const api = { origin: exampleZone, form: "api" } as const
