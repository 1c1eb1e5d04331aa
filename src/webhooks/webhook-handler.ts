/** Answers a webhook in this process, as a server would. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>
