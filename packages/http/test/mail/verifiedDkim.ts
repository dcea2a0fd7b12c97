import { createHash, createPublicKey, createVerify } from "node:crypto"

const compressed = (text: string): string => text.replace(/\r\n(?=[ \t])/g, "").replace(/[ \t]+/g, " ").trim()

/** A field in the canonical form `relaxed`. Source: RFC 6376, section 3.4.2. */
const relaxedField = (field: string): string => {
  const colon = field.indexOf(":")
  return `${field.slice(0, colon).trim().toLowerCase()}:${compressed(field.slice(colon + 1))}`
}

/** A body in the canonical form `relaxed`. Source: RFC 6376, section 3.4.4. */
const relaxedBody = (body: string): string => {
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""))
  const text = lines.join("\r\n").replace(/(?:\r\n)+$/, "")
  return text === "" ? "" : `${text}\r\n`
}

const tagsOf = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    value.split(";").map((tag) => {
      const at = tag.indexOf("=")
      return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, "")]
    })
  )

/**
 * Tags of the DKIM signature of a message, if it is that of a public key (SubjectPublicKeyInfo in Base64) and covers the
 * message; undefined otherwise. Only `relaxed/relaxed` with RSA and SHA-256 is known.
 */
export const verifiedDkim = (raw: string, publicKey: string) => {
  const end = raw.indexOf("\r\n\r\n")
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))
  if (signature === undefined) return undefined
  const tags = tagsOf(signature.slice(signature.indexOf(":") + 1))
  if (tags["c"] !== "relaxed/relaxed" || tags["a"] !== "rsa-sha256") return undefined
  const hash = createHash("sha256").update(relaxedBody(raw.slice(end + 4))).digest("base64")
  if (hash !== tags["bh"]) return undefined
  const signed = (tags["h"] ?? "").split(":").flatMap((name) =>
    fields.filter((field) => field.slice(0, field.indexOf(":")).toLowerCase() === name.toLowerCase()).slice(-1)
  )
  const data = [...signed.map(relaxedField), relaxedField(signature.replace(/(\bb=)[^;]*$/, "$1"))].join("\r\n")
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" })
  const isValid = createVerify("RSA-SHA256").update(data).verify(key, tags["b"] ?? "", "base64")
  return isValid ? tags : undefined
}
