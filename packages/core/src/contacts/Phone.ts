import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { limits } from "../shared/index.ts"

/** Country codes of one and two digits (ITU-T E.164, list of assigned codes). */
const shortCodes = new Set(
  `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91
92 93 94 95 98`.split(/\s/)
)

/** Country codes of three digits, including networks and services without a country. */
const longCodes = new Set(
  `211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244
245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297 298 299 350
351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 379 380 381 382 383 385 386 387 389 420 421 423
500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 672 673 674 675 676 677 678 679 680
681 682 683 685 686 687 688 689 690 691 692 800 808 850 852 853 855 856 870 878 880 881 882 883 886 888 960 961 962 963
964 965 966 967 968 970 971 972 973 974 975 976 977 979 992 993 994 995 996 998`.split(/\s/)
)

/** Country code of a number in digits. No code is a prefix of another. */
const countryCodeOf = (digits: string): string | undefined =>
  [digits.slice(0, 1), digits.slice(0, 2)].find((code) => shortCodes.has(code)) ??
    [digits.slice(0, 3)].find((code) => longCodes.has(code))

/** A plus sign and digits, with at most two separators between two digits. */
const written = /^\+[0-9](?:[ .()-]{0,2}[0-9])*$/

/** National prefix that is not dialled from abroad. Such a number is refused, because its digits are ambiguous. */
const trunkPrefix = "(0)"

/** Form `+CC.NUMBER` of an international telephone number (RFC 5733, section 2.5); undefined if the text is none. */
const canonicalPhone = (text: string): string | undefined => {
  if (!written.test(text) || text.includes(trunkPrefix)) return undefined
  const digits = text.replace(/[^0-9]/g, "")
  if (digits.length < limits.phoneDigits.minimum || digits.length > limits.phoneDigits.maximum) return undefined
  const code = countryCodeOf(digits)
  return code === undefined ? undefined : `+${code}.${digits.slice(code.length)}`
}

/**
 * Telephone number, read from international forms such as `+49.30123456`, `+4930123456` and `+1 (212) 555-1234`, stored
 * as `+49.30123456`. Source: REST specification, "Contacts".
 */
export const Phone = Schema.String.check(Schema.isMaxLength(limits.contactText.maximum)).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        const phone = canonicalPhone(text.trim())
        return phone === undefined
          ? Effect.fail(
            new SchemaIssue.InvalidValue(
              {
                message:
                  `Expected an international number of ${limits.phoneDigits.minimum} to ${limits.phoneDigits.maximum} ` +
                  "digits with its country code, such as +49.30123456",
                issueType: "invalid_phone"
              },
              text,
              options
            )
          )
          : Effect.succeed(phone)
      },
      encode: (phone) => Effect.succeed(phone)
    })
  ),
  Schema.annotateEncoded({ format: "phone" })
)
