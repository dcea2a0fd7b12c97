import { Redacted } from "effect"
import type { EppCommand } from "../message/EppCommand.ts"
import type { ComposedCommand } from "../pool/EppClient.ts"
import { filledAll, type SlotValues } from "../profile/ElementTemplate.ts"
import type { EppAccount } from "./EppAccount.ts"

type Suffixed = Pick<EppAccount, "near" | "profile" | "zones">

/** Suffix of a command: that of the domain for which it is sent, else that of its object, else the first. */
const zoneOf = ({ near, zones }: Suffixed, name: string | undefined): string | undefined => {
  const suffixOf = (text: string | undefined) => zones.find((zone) => text?.toLowerCase().endsWith(`.${zone}`))
  return suffixOf(near) ?? suffixOf(name) ?? zones[0]
}

const valuesOf = ({ profile }: Suffixed, zone: string | undefined): Readonly<Record<string, string>> =>
  (zone === undefined ? undefined : profile.tld_values?.[zone]) ?? {}

/** Values of the suffix of an object for templates, as `@tld` and `@tld.key`. */
export const tldValues = (account: Suffixed, name: string | undefined): SlotValues => {
  const zone = zoneOf(account, name)
  const named = Object.entries(valuesOf(account, zone)).map(([key, value]) => [`@tld.${key}`, value])
  return { "@tld": zone, ...Object.fromEntries(named) }
}

/** Grouping key: names with equal keys can be checked in one command. */
export const tldGroup = (account: Suffixed, name: string): string => {
  const zone = zoneOf(account, name)
  const token = zone === undefined ? undefined : account.profile.allocation_token?.tokens[zone]
  return JSON.stringify([valuesOf(account, zone), token === undefined ? null : Redacted.value(token)])
}

/** Name of the object of a command, or of the first one. */
const objectOf = (command: EppCommand): string | undefined =>
  "name" in command ? command.name : "names" in command ? command.names[0] : undefined

/** The command with the elements that the registry requires in every command about a domain, host or contact. */
export const withEvery = (account: Suffixed, composed: ComposedCommand): ComposedCommand => {
  const { every = [] } = account.profile.templates
  if (every.length === 0) return composed
  return (services) => {
    const command = typeof composed === "function" ? composed(services) : composed
    if (!isAboutObject(command)) return command
    const name = objectOf(command)
    const values = { ...tldValues(account, name), "@name": name, "@command": command._tag }
    const { extension = {} } = command
    const other = [...extension.other ?? [], ...filledAll(every, { values, announced: services.extensions })]
    return other.length === 0 ? command : { ...command, extension: { ...extension, other } } as EppCommand
  }
}

type ObjectCommand = Extract<EppCommand, { readonly _tag: `${"Domain" | "Contact" | "Host"}${string}` }>

const isAboutObject = (command: EppCommand): command is ObjectCommand => /^(?:Domain|Contact|Host)/.test(command._tag)
