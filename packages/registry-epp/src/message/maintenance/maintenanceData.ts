import { trimmed } from "../../xml/whiteSpace.ts"
import { container, element, textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { MaintenanceData } from "../ResponseData.ts"
import { requiredText, textOf, UnreadablePart } from "../UnreadablePart.ts"

/** The element of `resData` for one maintenance (RFC 9167, section 3.3). */
export const writeMaintenanceData = (data: MaintenanceData): string =>
  element("maint:infData", element("maint:item", item(data)), { "xmlns:maint": EppUri.maintenance })

const item = (data: MaintenanceData): string =>
  textElement("maint:id", data.id, { name: data.name })
  + textElement("maint:pollType", data.pollType)
  + element("maint:systems", data.systems.map(system).join(""))
  + element("maint:environment", "", data.environment)
  + textElement("maint:start", data.start)
  + textElement("maint:end", data.end)
  + textElement("maint:reason", data.reason)
  + textElement("maint:detail", data.detail)
  + textElement("maint:description", data.description)
  + container("maint:tlds", data.tlds.map((tld) => textElement("maint:tld", tld)).join(""))
  + textElement("maint:crDate", data.createdOn)
  + textElement("maint:upDate", data.updatedOn)

const system = ({ host, impact, name }: MaintenanceData["systems"][number]): string =>
  element(
    "maint:system",
    textElement("maint:name", name) + textElement("maint:host", host) + textElement("maint:impact", impact)
  )

/** Reads the element of `resData`; undefined for a list. Throws `UnreadablePart`. */
export const readMaintenanceData = (data: XmlElement): MaintenanceData | undefined => {
  const read = data.name === "infData" ? child(data, "item") : undefined
  if (read === undefined) return undefined
  const environment = child(read, "environment")
  const descriptions = childrenOf(read, "description")
  const plain = descriptions.find(({ attributes }) => attributes["type"] !== "html") ?? descriptions[0]
  return present({
    _tag: "MaintenanceData",
    id: requiredText(read, "id"),
    name: child(read, "id")?.attributes["name"],
    pollType: textOf(read, "pollType"),
    systems: childrenOf(child(read, "systems") ?? read, "system").map(readSystem),
    environment: present({
      type: trimmed(environment?.attributes["type"] ?? ""),
      name: environment?.attributes["name"]
    }),
    start: requiredText(read, "start"),
    end: requiredText(read, "end"),
    reason: textOf(read, "reason") ?? "planned",
    detail: textOf(read, "detail"),
    description: plain && (trimmed(plain.text) || undefined),
    tlds: childrenOf(child(read, "tlds") ?? read, "tld").map(({ text }) => trimmed(text)),
    createdOn: textOf(read, "crDate") ?? "",
    updatedOn: textOf(read, "upDate")
  })
}

const readSystem = (read: XmlElement): MaintenanceData["systems"][number] => {
  const impact = requiredText(read, "impact")
  if (impact !== "none" && impact !== "partial" && impact !== "full") throw new UnreadablePart("an impact is none")
  return present({ name: requiredText(read, "name"), host: textOf(read, "host"), impact })
}
