import type { VerificationState, VerificationSubject } from "@namewright/core/emailverification"
import type { MailLocale } from "@namewright/core/mail"
import type { HttpServerResponse } from "effect/http"
import { html } from "../shared/pages/Html.ts"
import { type PageView, publicPage } from "../shared/pages/publicPage.ts"

interface Texts {
  readonly open: {
    readonly title: string
    /** Follows the name of the contact. */
    readonly reason: string
    readonly address: string
    readonly domains: string
    readonly question: string
    readonly confirm: string
    readonly otherwise: string
  }
  readonly ended: Readonly<
    Record<Exclude<VerificationState, "open"> | "unknown", { readonly title: string; readonly text: string }>
  >
}

const texts: Readonly<Record<MailLocale, Texts>> = {
  en: {
    open: {
      title: "Confirm your address",
      reason: "is a contact of domains with this mail address.",
      address: "Address",
      domains: "Domains",
      question: "Is this address yours?",
      confirm: "Yes, this is my address",
      otherwise: "If it is not, close this page. Nothing is confirmed without the button."
    },
    ended: {
      verified: { title: "The address is confirmed", text: "Thank you. You can close this page." },
      canceled: {
        title: "This link is no longer needed",
        text: "The verification was canceled, or a newer mail has replaced it. Use the link of the newest mail."
      },
      expired: {
        title: "This link has expired",
        text: "Ask the company that manages your domain for a new mail."
      },
      unknown: {
        title: "This link is unknown",
        text: "Check that the whole address was copied from the mail."
      }
    }
  },
  de: {
    open: {
      title: "Bestätigen Sie Ihre Adresse",
      reason: "ist mit dieser E-Mail-Adresse als Kontakt von Domains eingetragen.",
      address: "Adresse",
      domains: "Domains",
      question: "Ist das Ihre Adresse?",
      confirm: "Ja, das ist meine Adresse",
      otherwise: "Falls nicht, schließen Sie diese Seite. Ohne die Schaltfläche wird nichts bestätigt."
    },
    ended: {
      verified: { title: "Die Adresse ist bestätigt", text: "Vielen Dank. Sie können diese Seite schließen." },
      canceled: {
        title: "Dieser Link wird nicht mehr gebraucht",
        text: "Die Prüfung wurde abgebrochen oder durch eine neuere E-Mail ersetzt. Nutzen Sie den Link der neuesten."
      },
      expired: {
        title: "Dieser Link ist abgelaufen",
        text: "Bitten Sie das Unternehmen, das Ihre Domain verwaltet, um eine neue E-Mail."
      },
      unknown: {
        title: "Dieser Link ist unbekannt",
        text: "Prüfen Sie, ob die ganze Adresse aus der E-Mail übernommen wurde."
      }
    }
  }
}

type Page = HttpServerResponse.HttpServerResponse

/** Page of an open verification. Its form is sent to the address of the page, which contains the token. */
export const openPage = (
  view: PageView,
  { domain_names, email, first_name, last_name }: VerificationSubject
): Page => {
  const { address, confirm, domains, otherwise, question, reason, title } = texts[view.locale].open
  return publicPage({
    ...view,
    title,
    content: [
      html`<p><strong>${first_name} ${last_name}</strong> ${reason}</p>`,
      html`<dl><dt>${address}</dt><dd>${email}</dd>${
        domain_names.length > 0 && html`<dt>${domains}</dt><dd>${domain_names.join(", ")}</dd>`
      }</dl>`,
      html`<form method="post"><p>${question}</p>
<p class="actions"><button>${confirm}</button></p></form>`,
      html`<p class="quiet">${otherwise}</p>`
    ]
  })
}

const messagePage = (view: PageView, message: keyof Texts["ended"], status: number): Page => {
  const { text, title } = texts[view.locale].ended[message]
  return publicPage({ ...view, title, content: html`<p role="status">${text}</p>` }, status)
}

const statuses = { verified: 200, canceled: 404, expired: 400 } as const

/** Page of a verification that has ended. */
export const endedPage = (view: PageView, state: Exclude<VerificationState, "open">): Page =>
  messagePage(view, state, statuses[state])

export const unknownPage = (view: PageView): Page => messagePage(view, "unknown", 404)
