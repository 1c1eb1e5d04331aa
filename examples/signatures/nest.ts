import 'reflect-metadata'
import {
  Controller,
  Headers,
  HttpCode,
  Module,
  Post,
  type RawBodyRequest,
  Req,
  UnauthorizedException,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Request } from 'express'
import { isSigned } from './signature.js'

@Controller('webhooks')
class WebhooksController {
  @Post()
  @HttpCode(204)
  receive(@Req() request: RawBodyRequest<Request>, @Headers('x-webhook-signature') signature?: string): void {
    if (!isSigned(request.rawBody ?? '', signature, process.env.PAYMENTS_API_KEY)) throw new UnauthorizedException()
    console.log(request.body.reference_business, request.body.status)
  }
}

@Module({ controllers: [WebhooksController] })
class AppModule {}

// rawBody: true keeps the bytes beside the parsed body.
const app = await NestFactory.create(AppModule, { rawBody: true })
await app.listen(Number(process.env.PORT))
