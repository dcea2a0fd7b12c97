import type { MailLocale } from "@namewright/core/mail"

/** Error codes of the provider with an advice of their own. */
type KnownFailure =
  | "session_not_found"
  | "invalid_request"
  | "invalid_client"
  | "invalid_redirect_uri"
  | "server_error"

interface FailureTexts {
  readonly title: string
  readonly advice: Readonly<Record<KnownFailure, string>>
  readonly otherwise: string
}

export const failureTexts: Readonly<Record<MailLocale, FailureTexts>> = {
  en: {
    title: "This did not work",
    advice: {
      session_not_found:
        "This page has expired, or was opened in another browser. Go back to the program and begin again.",
      invalid_request: "The program has sent an invalid request. Nothing was allowed.",
      invalid_client: "The program is not registered, or no longer. Let it register again.",
      invalid_redirect_uri: "The program has sent a redirect address that it did not register. Nothing was allowed.",
      server_error: "The platform could not answer. Try again in a moment."
    },
    otherwise: "Go back to the program and begin again. Nothing was allowed."
  },
  de: {
    title: "Das hat nicht funktioniert",
    advice: {
      session_not_found:
        "Diese Seite ist abgelaufen oder wurde in einem anderen Browser geöffnet. Gehen Sie zurück zum Programm und beginnen Sie noch einmal.",
      invalid_request: "Das Programm hat eine ungültige Anfrage gesendet. Es wurde nichts erlaubt.",
      invalid_client: "Das Programm ist nicht oder nicht mehr registriert. Lassen Sie es sich neu registrieren.",
      invalid_redirect_uri:
        "Das Programm hat eine Rücksprungadresse gesendet, die es nicht registriert hat. Es wurde nichts erlaubt.",
      server_error: "Die Plattform konnte nicht antworten. Versuchen Sie es gleich noch einmal."
    },
    otherwise: "Gehen Sie zurück zum Programm und beginnen Sie noch einmal. Es wurde nichts erlaubt."
  }
}
