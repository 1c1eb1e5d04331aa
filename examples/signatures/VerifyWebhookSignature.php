<?php

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;

class VerifyWebhookSignature
{
    public function handle(Request $request, Closure $next)
    {
        $expected = hash_hmac('sha512', $request->getContent(), config('services.payments.key'));
        if (! hash_equals($expected, (string) $request->header('x-webhook-signature'))) {
            abort(401);
        }

        return $next($request);
    }
}
