/** Parts that the mails to users share. */
export const userMailParts = {
  variables: {
    name: { type: "text", sample: "Ada Lovelace" },
    username: { type: "text", sample: "ada" }
  },
  greeting: {
    label: "Greeting",
    text: { en: "Hello {{name}},", de: "Guten Tag {{name}}," }
  }
} as const
