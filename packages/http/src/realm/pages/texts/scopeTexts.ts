import type { MailLocale } from "@namewright/core/mail"

/** Scopes that a person sees on the consent page. */
export const shownScopes = ["profile", "email", "service:mcp", "service:rest", "offline_access"] as const
type ShownScope = (typeof shownScopes)[number]

/** Scopes of programs on the consent page. */
export const scopeTexts: Readonly<Record<MailLocale, Readonly<Record<ShownScope, string>>>> = {
  en: {
    profile: "See your name and your organization",
    email: "See your email address",
    "service:mcp":
      "Use the tools for agents in your name. Every change has to be approved first: in the program, or on a page here where your organization requires it.",
    "service:rest":
      "Use the REST interface in your name, with all your rights, outside of any conversation. The rules of your organization for agents apply: what is not a read needs an approval.",
    offline_access: "Stay connected when you are away, until you disconnect it"
  },
  de: {
    profile: "Ihren Namen und Ihre Organisation sehen",
    email: "Ihre E-Mail-Adresse sehen",
    "service:mcp":
      "Die Werkzeuge für Agenten in Ihrem Namen verwenden. Jede Änderung muss vorher genehmigt werden: im Programm, oder auf einer Seite hier, wenn Ihre Organisation es verlangt.",
    "service:rest":
      "Die REST-Schnittstelle in Ihrem Namen und mit allen Ihren Rechten verwenden, außerhalb jedes Gesprächs. Es gelten die Regeln Ihrer Organisation für Agenten: was nicht nur liest, muss genehmigt werden.",
    offline_access: "Verbunden bleiben, wenn Sie abwesend sind, bis Sie es trennen"
  }
}
