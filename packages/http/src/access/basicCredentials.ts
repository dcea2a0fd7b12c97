import type { TokenRequest } from "@namewright/core/access"
import { OrganizationId } from "@namewright/core/shared"
import { Option, Redacted, Schema } from "effect"

const decodeText = Schema.decodeUnknownOption(Schema.StringFromBase64)
const decodeId = Schema.decodeUnknownOption(OrganizationId)

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** Client credentials in the header `Authorization: Basic`, form-encoded (RFC 6749, section 2.3.1). */
export const basicCredentials = (
  header: string | undefined
): Pick<TokenRequest, "client_id" | "client_secret"> | undefined => {
  const encoded = /^Basic +([\w+/=-]{1,2048})$/i.exec(header ?? "")?.[1]
  const text = Option.getOrUndefined(decodeText(encoded))
  const at = text?.indexOf(":") ?? -1
  if (text === undefined || at === -1) return undefined
  const client_id = Option.getOrUndefined(decodeId(decoded(text.slice(0, at))))
  const secret = decoded(text.slice(at + 1))
  return client_id === undefined || secret === undefined
    ? undefined
    : { client_id, client_secret: Redacted.make(secret, { label: "client_secret" }) }
}
