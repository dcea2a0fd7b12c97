import {
  base64Binary,
  boolean,
  hexBinary,
  integer,
  type SimpleType,
  unsignedByte,
  unsignedShort
} from "../../xml/SimpleType.ts"
import { optionalAttribute, StrictContent, valueOf } from "../../xml/StrictContent.ts"
import { withoutSpace } from "../../xml/whiteSpace.ts"
import { container, element, textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { EppDsData, EppKeyData, SecDnsData, SecDnsUpdate } from "../CommandExtension.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"
import { requiredNumber, requiredText, UnreadablePart } from "../UnreadablePart.ts"

/** RFC 5910, section 5.2.1. */
export const writeSecDnsCreate = (data: SecDnsData): string => mapped("create", dsOrKeys(data))

/** RFC 5910, section 5.2.5. */
export const writeSecDnsUpdate = ({ add, maximumSignatureLife, remove, urgent }: SecDnsUpdate): string =>
  mapped(
    "update",
    container("secDNS:rem", remove === "all" ? "<secDNS:all>true</secDNS:all>" : records(remove))
      + container("secDNS:add", add === undefined ? "" : dsOrKeys(add))
      + container("secDNS:chg", signatureLife(maximumSignatureLife)),
    urgent === undefined ? undefined : String(urgent)
  )

/** RFC 5910, section 5.1.2. */
export const writeSecDnsInfo = (data: SecDnsData): string => mapped("infData", dsOrKeys(data))

const mapped = (name: string, content: string, urgent?: string): string =>
  element(`secDNS:${name}`, content, { "xmlns:secDNS": EppUri.secDNS, urgent })

const dsOrKeys = (data: SecDnsData): string => signatureLife(data.maximumSignatureLife) + records(data)

const signatureLife = (seconds: number | undefined): string =>
  textElement("secDNS:maxSigLife", seconds === undefined ? undefined : String(seconds))

const records = (data: SecDnsData | undefined): string => {
  if (data === undefined) return ""
  return data.form === "ds" ? data.records.map(dsRecord).join("") : data.records.map(keyRecord).join("")
}

const dsRecord = ({ algorithm, digest, digestType, key, keyTag }: EppDsData): string =>
  element(
    "secDNS:dsData",
    textElement("secDNS:keyTag", String(keyTag))
      + textElement("secDNS:alg", String(algorithm))
      + textElement("secDNS:digestType", String(digestType))
      + textElement("secDNS:digest", digest)
      + (key === undefined ? "" : keyRecord(key))
  )

const keyRecord = ({ algorithm, flags, protocol, publicKey }: EppKeyData): string =>
  element(
    "secDNS:keyData",
    textElement("secDNS:flags", String(flags))
      + textElement("secDNS:protocol", String(protocol))
      + textElement("secDNS:alg", String(algorithm))
      + textElement("secDNS:pubKey", publicKey)
  )

/** Reads `secDNS:create` strictly by its schema. */
export const readSecDnsCreate = (create: XmlElement): SecDnsData => strictDsOrKeys(create)

/** Reads `secDNS:update` strictly by its schema. `rem` with `all` set to false removes nothing. */
export const readSecDnsUpdate = (update: XmlElement): SecDnsUpdate => {
  const content = new StrictContent(update, ["urgent"])
  const remove = content.optional("rem")
  const add = content.optional("add")
  const change = content.optional("chg")
  content.end()
  return present({
    urgent: optionalAttribute(update, "urgent", boolean),
    remove: remove && strictRemoval(remove),
    add: add && strictDsOrKeys(add),
    maximumSignatureLife: change && strictChange(change)
  })
}

const strictDsOrKeys = (parent: XmlElement): SecDnsData => {
  const content = new StrictContent(parent)
  const maximumSignatureLife = content.optionalValue("maxSigLife", positive)
  const data = strictRecords(content)
  content.end()
  return present({ ...data, maximumSignatureLife })
}

const strictRemoval = (parent: XmlElement): SecDnsUpdate["remove"] => {
  const content = new StrictContent(parent)
  const all = content.optionalValue("all", boolean)
  const removed = all === undefined ? strictRecords(content) : undefined
  content.end()
  return all === true ? "all" : removed
}

const strictChange = (parent: XmlElement): number | undefined => {
  const content = new StrictContent(parent)
  const maximumSignatureLife = content.optionalValue("maxSigLife", positive)
  content.end()
  return maximumSignatureLife
}

/** All records, in the form of the first one. */
const strictRecords = (content: StrictContent): SecDnsData =>
  content.peek()?.name === "keyData"
    ? { form: "key", records: content.many("keyData", 1).map(strictKey) }
    : { form: "ds", records: content.many("dsData", 1).map(strictDs) }

const strictDs = (record: XmlElement): EppDsData => {
  const content = new StrictContent(record)
  const ds = {
    keyTag: content.requiredValue("keyTag", unsignedShort),
    algorithm: content.requiredValue("alg", unsignedByte),
    digestType: content.requiredValue("digestType", unsignedByte),
    digest: content.requiredValue("digest", hexBinary)
  }
  const key = content.optional("keyData")
  content.end()
  return present({ ...ds, key: key && strictKey(key) })
}

const strictKey = (record: XmlElement): EppKeyData => {
  const content = new StrictContent(record)
  const key = {
    flags: content.requiredValue("flags", unsignedShort),
    protocol: content.requiredValue("protocol", unsignedByte),
    algorithm: content.requiredValue("alg", unsignedByte),
    publicKey: valueOf(content.required("pubKey"), someOctets)
  }
  content.end()
  return key
}

const positive = integer(1, 2_147_483_647)
const someOctets: SimpleType<string> = (text) => base64Binary(text) || undefined

/** Reads `secDNS:infData` of a response; undefined for another element, or without records. */
export const readSecDnsInfo = (data: XmlElement): Pick<ResponseExtension, "secDNS"> | undefined => {
  if (data.name !== "infData") return undefined
  const ds = childrenOf(data, "dsData")
  const keys = childrenOf(data, "keyData")
  if (ds.length === 0 && keys.length === 0) return undefined
  const maximumSignatureLife = child(data, "maxSigLife") && requiredNumber(data, "maxSigLife")
  return {
    secDNS: ds.length > 0
      ? present({ form: "ds", records: ds.map(readDs), maximumSignatureLife })
      : present({ form: "key", records: keys.map(readKey), maximumSignatureLife })
  }
}

const readDs = (record: XmlElement): EppDsData => {
  const key = child(record, "keyData")
  return present({
    keyTag: requiredNumber(record, "keyTag"),
    algorithm: requiredNumber(record, "alg"),
    digestType: requiredNumber(record, "digestType"),
    digest: requiredOctets(record, "digest").toUpperCase(),
    key: key && readKey(key)
  })
}

const readKey = (record: XmlElement): EppKeyData => ({
  flags: requiredNumber(record, "flags"),
  protocol: requiredNumber(record, "protocol"),
  algorithm: requiredNumber(record, "alg"),
  publicKey: requiredOctets(record, "pubKey")
})

/** Octets of a required child. Servers break long values into lines. */
const requiredOctets = (record: XmlElement, name: string): string => {
  const octets = withoutSpace(requiredText(record, name))
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(octets)) throw new UnreadablePart(`${name} holds no octets`)
  return octets
}
