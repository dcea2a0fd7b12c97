import { createHmac, timingSafeEqual } from "node:crypto"

/** Age in seconds up to which a signature is accepted, as Stripe recommends. */
const toleranceSeconds = 300

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Problem of a signature in the header `Stripe-Signature`; undefined if it is valid. The secret signs the time and the
 * body. Source: Stripe, "Verify webhook signatures manually".
 */
export const stripeSignatureProblem = (
  header: string | undefined,
  body: string,
  secret: string,
  now: Date
): string | undefined => {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="))
  const time = parts.find(([name]) => name === "t")?.[1] ?? ""
  const signatures = parts.flatMap(([name, value]) => name === "v1" && value !== undefined ? [value] : [])
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0) return "The notice has no signature"
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")
  if (!signatures.some((signature) => isSame(signature, expected))) return "The signature does not match"
  const age = Math.abs(now.getTime() / 1000 - Number(time))
  return age > toleranceSeconds ? `The signature is ${Math.round(age)} seconds old` : undefined
}
