import { Result } from "effect"
import * as DnsName from "./DnsName.ts"

/** Makes a name absolute and lower case, for settings, constants and checked hostnames. */
export const absoluteName = (name: string): DnsName.DnsName => DnsName.lowerCase(Result.getOrThrow(DnsName.parse(name)))
