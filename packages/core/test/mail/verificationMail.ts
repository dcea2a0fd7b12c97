import { mailTemplates, type NewMail } from "@namewright/core/mail"
import { DateTime } from "effect"

const { contactVerification } = mailTemplates

/** A mail in German to Ada. */
export const verificationMail = (cause: string): NewMail<(typeof contactVerification)["variables"]> => ({
  cause,
  organization_id: null,
  to: "ada@example.com",
  locale: "de",
  template: contactVerification,
  values: {
    name: "Ada",
    email: "ada@example.com",
    verification_url: "https://example.com/?token=secret-token",
    expires_on: DateTime.makeUnsafe("2030-01-15T09:00:00Z")
  }
})
