import type { EppCommand } from "../message/EppCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"
import { childText, type XmlElement } from "../xml/XmlElement.ts"
import { plain, type TransactionIds } from "./answered.ts"
import { objectUri } from "./unannounced.ts"

/** Suffixes of the registry by the required sub-product of their commands. */
export type SubProducts = Readonly<Record<string, string>>

/** Result of the sub-product check: the refusal, or the element of the response. */
export type Routed =
  | { readonly _tag: "Refused"; readonly response: EppResponse }
  | { readonly _tag: "Taken"; readonly echo: XmlElement | undefined }

/**
 * Checks the sub-product of a command (Verisign's Namestore extension). Commands about objects need a sub-product of
 * the registry, and each domain must have a suffix of it. Hosts may have any name.
 */
export const routed = (command: EppCommand, products: SubProducts | undefined, transaction: TransactionIds): Routed => {
  if (products === undefined || objectUri(command._tag) === undefined) return { _tag: "Taken", echo: undefined }
  const others = "extension" in command ? command.extension?.other ?? [] : []
  const extension = others.find(({ name, namespace }) => namespace === EppUri.namestore && name === "namestoreExt")
  const product = extension === undefined ? undefined : childText(extension, "subProduct")
  if (product === undefined) return refused("no sub-product is named", transaction)
  if (!Object.hasOwn(products, product)) return refused(`there is no sub-product ${product}`, transaction)
  const foreign = domainsOf(command).find((name) => !name.toLowerCase().endsWith(`.${products[product]}`))
  return foreign === undefined
    ? { _tag: "Taken", echo: extension }
    : refused(`${foreign} is not of the sub-product ${product}`, transaction)
}

const domainsOf = (command: EppCommand): ReadonlyArray<string> => {
  if (!command._tag.startsWith("Domain")) return []
  return "name" in command ? [command.name] : "names" in command ? command.names : []
}

const refused = (detail: string, transaction: TransactionIds): Routed => ({
  _tag: "Refused",
  response: plain(2306, transaction, { detail, extension: { other: [unknownProduct] } })
})

/** The only error code of the extension is 1. */
const unknownProduct: XmlElement = {
  namespace: EppUri.namestore,
  name: "nsExtErrData",
  attributes: {},
  children: [{
    namespace: EppUri.namestore,
    name: "msg",
    attributes: { code: "1" },
    children: [],
    text: "Unknown sub-product"
  }],
  text: ""
}

/** A response with its sub-product. */
export const withSubProduct = (response: EppResponse, echo: XmlElement | undefined): EppResponse =>
  echo === undefined
    ? response
    : { ...response, extension: { ...response.extension, other: [...response.extension.other, echo] } }
