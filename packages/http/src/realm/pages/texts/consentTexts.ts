import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../../shared/pages/Html.ts"

interface ConsentTexts {
  readonly title: (program: string) => string
  readonly asks: (program: HtmlValue, organization: HtmlValue) => HtmlValue
  readonly withoutRest: string
  readonly returnsTo: string
  readonly warning: string
  readonly allow: string
  readonly deny: string
}

export const consentTexts: Readonly<Record<MailLocale, ConsentTexts>> = {
  en: {
    title: (program) => `Connect ${program}?`,
    asks: (program, organization) =>
      html`The program ${program} asks to act for you in ${organization}. It
chose its name itself. It would be able to:`,
    withoutRest:
      "It also asks to use the REST interface. Your organization does not let programs do so, and that is left out.",
    returnsTo: "You return to",
    warning: "Only connect programs that you have started yourself.",
    allow: "Connect",
    deny: "Do not connect"
  },
  de: {
    title: (program) => `${program} verbinden?`,
    asks: (program, organization) =>
      html`Das Programm ${program} möchte in ${organization} für Sie handeln. Es
hat seinen Namen selbst gewählt. Es könnte:`,
    withoutRest:
      "Es möchte auch die REST-Schnittstelle verwenden. Ihre Organisation erlaubt das Programmen nicht; dieses Recht erhält es nicht.",
    returnsTo: "Danach öffnet sich",
    warning: "Verbinden Sie nur Programme, die Sie selbst gestartet haben.",
    allow: "Verbinden",
    deny: "Nicht verbinden"
  }
}
