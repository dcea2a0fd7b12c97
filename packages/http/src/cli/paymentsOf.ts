import type { PaymentDriver } from "@namewright/core/payments"
import { Effect, Redacted } from "effect"
import { stripePayments } from "../payments/stripePayments.ts"
import { CommandFailed } from "./CommandFailed.ts"
import type { Settings } from "./Settings.ts"

/** Settings of payments. */
export interface PaymentChoice {
  readonly baseUrl?: string | undefined
  readonly stripeSecretKey?: Settings["stripeSecretKey"]
  readonly stripeWebhookSecret?: Settings["stripeWebhookSecret"]
  readonly paymentReturnUrl?: Settings["paymentReturnUrl"]
}

/** Fails if one of both secrets is missing, because a payment without notices would be booked late. */
export const requirePaymentSecrets = (
  { stripeSecretKey, stripeWebhookSecret }: PaymentChoice
): Effect.Effect<void, CommandFailed> =>
  (stripeSecretKey === undefined) === (stripeWebhookSecret === undefined)
    ? Effect.void
    : Effect.fail(
      new CommandFailed({ message: "--stripe-secret-key and --stripe-webhook-secret are required together" })
    )

/** Payment provider; undefined for the simulated one of a sandbox, and for none in production. */
export const paymentsOf = (
  { baseUrl, paymentReturnUrl, stripeSecretKey, stripeWebhookSecret }: PaymentChoice
): PaymentDriver | undefined =>
  stripeSecretKey === undefined || stripeWebhookSecret === undefined ? undefined : stripePayments({
    secretKey: Redacted.value(stripeSecretKey),
    webhookSecret: Redacted.value(stripeWebhookSecret),
    returnUrl: paymentReturnUrl ?? baseUrl ?? "http://127.0.0.1:8080"
  })
