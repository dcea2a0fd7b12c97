import type { DeclarationStatus, ShownDeclaration } from "@namewright/core/domains"
import type { MailLocale } from "@namewright/core/mail"
import { limits } from "@namewright/core/shared"
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"
import { html } from "../shared/pages/Html.ts"
import { type PageView, publicPage } from "../shared/pages/publicPage.ts"

interface Texts {
  readonly holder: string
  readonly identity: string
  readonly deadline: string
  readonly name: string
  readonly sign: string
  readonly mismatch: string
  readonly states: Readonly<
    Record<Exclude<DeclarationStatus, "pending"> | "unknown", { readonly title: string; readonly text: string }>
  >
}

const texts: Readonly<Record<MailLocale, Texts>> = {
  en: {
    holder: "Holder",
    identity: "Identity",
    deadline: "To be signed by",
    name: "Your full name",
    sign: "I sign this declaration",
    mismatch: "The declaration must be signed with the name of the holder.",
    states: {
      confirmed: { title: "The declaration is signed", text: "Thank you. The domain is being registered." },
      completed: { title: "The domain is registered", text: "The declaration was signed. Nothing else is required." },
      failed: {
        title: "The registry has refused the domain",
        text: "Ask the company where you ordered the domain for the reason."
      },
      expired: {
        title: "The time to sign has passed",
        text: "The registration is canceled. Order the domain again if you still want it."
      },
      unknown: { title: "This link is unknown", text: "Check that the whole address was copied from the mail." }
    }
  },
  de: {
    holder: "Inhaber",
    identity: "Identität",
    deadline: "Zu unterzeichnen bis",
    name: "Ihr vollständiger Name",
    sign: "Ich unterzeichne diese Erklärung",
    mismatch: "Die Erklärung muss mit dem Namen des Inhabers unterzeichnet werden.",
    states: {
      confirmed: { title: "Die Erklärung ist unterzeichnet", text: "Vielen Dank. Die Domain wird registriert." },
      completed: {
        title: "Die Domain ist registriert",
        text: "Die Erklärung wurde unterzeichnet. Mehr ist nicht nötig."
      },
      failed: {
        title: "Die Registrierungsstelle hat die Domain abgelehnt",
        text: "Fragen Sie das Unternehmen, bei dem Sie die Domain bestellt haben, nach dem Grund."
      },
      expired: {
        title: "Die Frist ist abgelaufen",
        text: "Die Registrierung ist abgebrochen. Bestellen Sie die Domain neu, falls Sie sie noch möchten."
      },
      unknown: {
        title: "Dieser Link ist unbekannt",
        text: "Prüfen Sie, ob die ganze Adresse aus der E-Mail übernommen wurde."
      }
    }
  }
}

type Page = HttpServerResponse.HttpServerResponse

const statuses = { confirmed: 200, completed: 200, failed: 200, expired: 400, unknown: 404 } as const

const messagePage = (view: PageView, message: keyof Texts["states"]): Page => {
  const { text, title } = texts[view.locale].states[message]
  return publicPage({ ...view, title, content: html`<p role="status">${text}</p>` }, statuses[message])
}

const dateIn = (locale: MailLocale, date: DateTime.Utc): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(DateTime.toEpochMillis(date))

/**
 * Page with a declaration. Its form is sent to the address of the page, which contains the token. `mismatch` is a name
 * that is not the holder's.
 */
export const declarationPage = (view: PageView, declaration: ShownDeclaration, mismatch?: string): Page => {
  const { expires_on, identity_value, status, subscriber_name } = declaration
  if (status !== "pending") return messagePage(view, status)
  const { deadline, holder, identity, mismatch: problem, name, sign } = texts[view.locale]
  const content = [
    html`<p>${declaration.declaration_introduction}</p>`,
    html`<dl><dt>${holder}</dt><dd>${subscriber_name}</dd>${
      identity_value !== null && html`<dt>${identity}</dt><dd>${identity_value}</dd>`
    }<dt>${deadline}</dt><dd>${dateIn(view.locale, expires_on)}</dd></dl>`,
    declaration.declaration_contract_text.split("\n").map((line) => html`<p>${line}</p>`),
    mismatch !== undefined && html`<p class="problem" role="alert">${problem}</p>`,
    html`<form method="post"><p class="field"><label for="accept_name">${name}</label>
<input id="accept_name" name="accept_name" value="${mismatch}" maxlength="${limits.declarationName.maximum}"
 autocomplete="name" spellcheck="false" required></p>
<p class="actions"><button>${sign}</button></p></form>`
  ]
  return publicPage({ ...view, title: declaration.declaration_header, content }, mismatch === undefined ? 200 : 400)
}

export const unknownDeclarationPage = (view: PageView): Page => messagePage(view, "unknown")
