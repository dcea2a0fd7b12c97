import type { EppGreeting } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import { isFeeUri, newestFeeUri } from "../message/extension/feeUri.ts"

/** Services that a client uses if the server offers them. */
export interface WantedServices {
  readonly objects: ReadonlyArray<string>
  readonly extensions: ReadonlyArray<string>
  /** Preferred language of the server's messages. Fallback: English, then the server's first language. */
  readonly language: string
}

/** Services of both sides. Only the newest common version of the fee extension is included, to be unambiguous. */
export const servicesOf = (greeting: EppGreeting, wanted: WantedServices): EppServices => {
  const greeted = { objects: new Set(greeting.objects), extensions: new Set(greeting.extensions) }
  const common = wanted.extensions.filter((uri) => greeted.extensions.has(uri))
  const fee = newestFeeUri(new Set(common))
  return {
    // Some mappings are listed as extensions by profiles and as objects by registries, such as that of RFC 9167.
    objects: new Set([...wanted.objects, ...wanted.extensions].filter((uri) => greeted.objects.has(uri))),
    extensions: new Set(common.filter((uri) => uri === fee || !isFeeUri(uri)))
  }
}

/** The language to log in with. */
export const languageOf = ({ languages }: EppGreeting, wanted: string): string =>
  languages.find((language) => language === wanted)
    ?? languages.find((language) => /^en(?:-|$)/i.test(language))
    ?? languages[0]
    ?? wanted
