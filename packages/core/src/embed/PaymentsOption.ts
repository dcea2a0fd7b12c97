import { Predicate } from "effect"
import { PaymentProvider, simulatedPayments } from "../payments/index.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"

const methods = ["start", "find", "readNotice", "list"] as const

/** Problems of the option `payments`. */
export const paymentsProblems = (option: unknown): ReadonlyArray<string> =>
  Predicate.isObject(option) && Predicate.isString(option["name"]) && option["name"] !== ""
    && methods.every((method) => Predicate.isFunction(option[method]))
    ? []
    : ["expected a driver such as simulatedPayments(), with name, start, find, readNotice and list"]

/** The payment provider of the option: simulated in a sandbox without one. */
export const paymentsLayer = ({ environment, payments }: PlatformOptions) =>
  payments !== undefined
    ? PaymentProvider.layerDriver(payments)
    : environment === "production"
    ? PaymentProvider.layerNone
    : PaymentProvider.layerDriver(simulatedPayments())
