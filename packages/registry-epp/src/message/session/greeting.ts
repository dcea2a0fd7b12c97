import { trimmed } from "../../xml/whiteSpace.ts"
import { container, element, textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { EppGreeting } from "../EppResponse.ts"
import { requiredText, textOf, UnreadablePart } from "../UnreadablePart.ts"

/** Data collection policy, which the schema requires (RFC 5730, section 2.4): access to all, for provisioning. */
const policy = "<dcp><access><all/></access><statement><purpose><admin/><prov/></purpose>"
  + "<recipient><ours/><public/></recipient><retention><stated/></retention></statement></dcp>"

export const writeGreeting = (greeting: EppGreeting): string =>
  element(
    "greeting",
    textElement("svID", greeting.server)
      + textElement("svDate", greeting.date)
      + element(
        "svcMenu",
        list("version", greeting.versions)
          + list("lang", greeting.languages)
          + list("objURI", greeting.objects)
          + container("svcExtension", list("extURI", greeting.extensions))
      )
      + policy
  )

const list = (name: string, texts: ReadonlyArray<string>): string =>
  texts.map((text) => textElement(name, text)).join("")

/** Reads `greeting`. Throws `UnreadablePart` if the server id or the services are missing. */
export const readGreeting = (greeting: XmlElement): EppGreeting => {
  const menu = child(greeting, "svcMenu")
  if (menu === undefined) throw new UnreadablePart("greeting lacks svcMenu")
  const extension = child(menu, "svcExtension")
  return {
    _tag: "Greeting",
    server: requiredText(greeting, "svID"),
    date: textOf(greeting, "svDate") ?? "",
    versions: texts(menu, "version"),
    languages: texts(menu, "lang"),
    objects: texts(menu, "objURI"),
    extensions: extension === undefined ? [] : texts(extension, "extURI")
  }
}

const texts = (parent: XmlElement, name: string): ReadonlyArray<string> =>
  childrenOf(parent, name).map(({ text }) => trimmed(text))
