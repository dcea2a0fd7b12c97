import { defineMailTemplate } from "../MailTemplate.ts"
import { declarationParts } from "./declarationParts.ts"

const { closing, expiry, greeting, sign, variables } = declarationParts

/** Asks the holder of a new domain to sign the declaration that its registry requires. */
export const declarationRequest = defineMailTemplate({
  name: "declaration_request",
  label: "Declaration of the holder of a new domain",
  version: 1,
  variables,
  subject: {
    en: "Please sign the declaration for {{domain_name}}",
    de: "Bitte unterzeichnen Sie die Erklärung für {{domain_name}}"
  },
  blocks: {
    greeting,
    reason: {
      label: "Reason",
      text: {
        en:
          "The domain {{domain_name}} was ordered for you. Its registry registers it once you have signed a declaration.",
        de:
          "Die Domain {{domain_name}} wurde für Sie bestellt. Die Registrierungsstelle registriert sie, sobald Sie eine Erklärung unterzeichnet haben."
      }
    },
    sign,
    expiry,
    closing
  }
})
