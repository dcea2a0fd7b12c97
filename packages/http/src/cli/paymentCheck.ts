import { Redacted } from "effect"
import type { CheckResult } from "./printCheckResults.ts"
import type { Settings } from "./Settings.ts"

type PaymentSettings = Pick<
  Settings,
  "baseUrl" | "environment" | "paymentReturnUrl" | "stripeSecretKey" | "stripeWebhookSecret"
>

/** Secret and restricted keys of Stripe, with their mode. */
const keyForm = /^(?:sk|rk)_(test|live)_\w+$/

const problemOf = ({ environment }: PaymentSettings, secretKey: string, webhookSecret: string): string | undefined => {
  const mode = keyForm.exec(secretKey)?.[1]
  if (secretKey.startsWith("pk_")) {
    return "--stripe-secret-key is a publishable key; a secret or restricted one is needed"
  }
  if (mode === undefined) return "--stripe-secret-key is not a key of Stripe, sk_live_... or rk_live_..."
  if (!/^whsec_\S+$/.test(webhookSecret)) return "--stripe-webhook-secret is not a signing secret of Stripe, whsec_..."
  if (mode === "test" && environment === "production") return "--stripe-secret-key is of the test mode, in production"
  return mode === "live" && environment === "sandbox"
    ? "--stripe-secret-key is of the live mode, which takes real money in a sandbox"
    : undefined
}

/** Check of the settings of payments. Connects to no provider, and prints no secret. */
export const paymentCheck = (settings: PaymentSettings): CheckResult => {
  const { baseUrl, environment, paymentReturnUrl, stripeSecretKey, stripeWebhookSecret } = settings
  const about = "Payments"
  if (stripeSecretKey === undefined && stripeWebhookSecret === undefined) {
    return environment === "sandbox"
      ? { about, verdict: "fine", explanation: "simulated" }
      : { about, verdict: "advice", explanation: "customers cannot pay online without --stripe-secret-key" }
  }
  if (stripeSecretKey === undefined || stripeWebhookSecret === undefined) {
    const explanation = "--stripe-secret-key and --stripe-webhook-secret are required together"
    return { about, verdict: "problem", explanation }
  }
  const problem = problemOf(settings, Redacted.value(stripeSecretKey), Redacted.value(stripeWebhookSecret))
  if (problem !== undefined) return { about, verdict: "problem", explanation: problem }
  const returnUrl = paymentReturnUrl ?? baseUrl
  return environment === "production" && returnUrl?.startsWith("https:") !== true
    ? { about, verdict: "advice", explanation: "Stripe; --payment-return-url should be an https address" }
    : { about, verdict: "fine", explanation: `Stripe, in ${environment === "sandbox" ? "test" : "live"} mode` }
}
