import type { RegistryContact, RegistryRefusal } from "@namewright/core/registry"
import { Result } from "effect"
import type { PostalInfo } from "../message/ContactCommand.ts"
import type { ContactProfile } from "../profile/RegistryProfile.ts"
import { malformed } from "./Refusals.ts"

// oxlint-disable-next-line eslint/no-control-regex -- the range of ASCII is what it is about
const ascii = /^[\x00-\x7f]*$/

/** Postal forms of a contact that the registry accepts: `loc` in any script, `int` in ASCII (RFC 5733, section 2.4). */
export const postalForms = (
  contact: RegistryContact,
  { postal }: ContactProfile
): Result.Result<ReadonlyArray<PostalInfo>, RegistryRefusal> => {
  const local = postalInfo(contact, "loc", (text) => text)
  const isPlain = ascii.test(JSON.stringify(local))
  if (postal === "loc" || (postal === "by_script" && !isPlain)) return Result.succeed([local])
  const international = postalInfo(contact, "int", withoutMarks)
  const isWritable = ascii.test(JSON.stringify(international))
  if (postal === "both") return Result.succeed(isWritable ? [international, local] : [local])
  return isWritable
    ? Result.succeed([international])
    : Result.fail(malformed("The registry takes names and addresses in Latin letters only"))
}

const postalInfo = (contact: RegistryContact, type: "int" | "loc", spell: (text: string) => string): PostalInfo => ({
  type,
  name: spell(contact.name),
  ...(contact.organization === null ? {} : { organization: spell(contact.organization) }),
  address: {
    street: contact.street.map(spell),
    city: spell(contact.city),
    ...(contact.state === null || contact.state === "" ? {} : { state: spell(contact.state) }),
    ...(contact.postal_code === "" ? {} : { postalCode: contact.postal_code }),
    country: contact.country
  }
})

/** Latin letters that have no decomposition into a base letter and a mark. */
const spelled: Readonly<Record<string, string>> = {
  "ß": "ss",
  "æ": "ae",
  "Æ": "AE",
  "œ": "oe",
  "Œ": "OE",
  "ø": "o",
  "Ø": "O",
  "đ": "d",
  "Đ": "D",
  "ð": "d",
  "Ð": "D",
  "þ": "th",
  "Þ": "Th",
  "ł": "l",
  "Ł": "L",
  "ħ": "h",
  "Ħ": "H",
  "ı": "i",
  "’": "'",
  "‘": "'",
  "–": "-",
  "—": "-"
}

/** Latin text in ASCII: diacritics are removed, other scripts are unchanged. */
export const withoutMarks = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[^\x20-\x7e]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFC")
