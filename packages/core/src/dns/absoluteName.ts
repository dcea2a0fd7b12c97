import { Result } from "effect"
import * as DnsName from "./DnsName.ts"

/** A name of a setting, a constant or a checked hostname, absolute and in lower case. */
export const absoluteName = (name: string): DnsName.DnsName => DnsName.lowerCase(Result.getOrThrow(DnsName.parse(name)))
