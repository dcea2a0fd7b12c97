import { Result } from "effect"
import { DnsName } from "../dns/index.ts"
import type { Domain } from "./Domain.ts"

/** Name of a domain's zone. Every domain name is a valid DNS name. */
export const zoneNameOf = (name: Domain["name"]): DnsName.DnsName => Result.getOrThrow(DnsName.parse(`${name}.`))
