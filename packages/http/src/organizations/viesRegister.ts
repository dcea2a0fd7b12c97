import { type VatRegisterFunction, type VatRegistration, writtenVatNumber } from "@namewright/core/organizations"
import { Schema } from "effect"

export interface ViesRegisterOptions {
  /** Time limit of one look-up in milliseconds. Default and maximum 10,000. */
  readonly timeout?: number | undefined
  /** Address of the interface. Default that of the European Commission. */
  readonly url?: string | URL | undefined
}

const standardUrl = "https://ec.europa.eu/taxation_customs/vies/rest-api"

/** Maximum size of an answer in bytes; an entry has less than one kilobyte. */
const answerBytes = 64 * 1024

/** Codes of an answer about a number; every other code is about the register or the call. */
const aboutNumber: ReadonlySet<string> = new Set(["VALID", "INVALID"])

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Entry = Schema.Struct({
  valid: Schema.Boolean,
  name: Text,
  address: Text,
  userError: Text
})

const Failure = Schema.Struct({ errorWrappers: Schema.Array(Schema.Struct({ error: Schema.String })) })

const readEntry = Schema.decodeUnknownSync(Entry)
const isFailure = Schema.is(Failure)

/** Text of an answer. Throws once it is longer than 64 KiB, without reading the rest. */
const textOf = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > answerBytes) throw new Error("VIES returned an answer that is too long")
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Text that the register discloses. Germany and Spain answer with dashes. */
const disclosed = (text: string | null | undefined): string | null =>
  text === undefined || text === null || /^[\s-]*$/.test(text) ? null : text.trim()

/** Throws if the register, or that of the member state, is unavailable. */
const registrationOf = (status: number, answer: unknown): VatRegistration => {
  if (isFailure(answer)) throw new Error(`VIES: ${answer.errorWrappers.map(({ error }) => error).join(", ")}`)
  if (status !== 200) throw new Error(`VIES answered with the status ${status}`)
  const { address, name, userError, valid } = readEntry(answer)
  // Without its member state, VIES answers `valid: false` with the reason beside it.
  if (typeof userError === "string" && userError !== "" && !aboutNumber.has(userError)) {
    throw new Error(`VIES: ${userError}`)
  }
  return { valid, name: disclosed(name), address: disclosed(address) }
}

/**
 * Looks up VAT numbers of the EU in VIES, the register of the European Commission. It needs no account. An answer without an entry
 * rejects: the platform then accepts the number and asks again later.
 *
 * @example
 * createPlatform({ storage, vatRegister: viesRegister() })
 */
export const viesRegister = (
  { timeout = 10_000, url = standardUrl }: ViesRegisterOptions = {}
): VatRegisterFunction => {
  const address = `${String(url).replace(/\/+$/, "")}/check-vat-number`
  return async (vat, { signal }) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      // The prefix of Greece, EL, is the country code of VIES.
      body: JSON.stringify({ countryCode: writtenVatNumber(vat).slice(0, 2), vatNumber: vat.number }),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    })
    const answer: unknown = JSON.parse(await textOf(response))
    return registrationOf(response.status, answer)
  }
}
