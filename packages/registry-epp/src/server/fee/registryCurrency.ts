import { type Money } from "@namewright/core/shared"

export const registryCurrency: Money.Currency = "EUR"
