import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Webhook {
    static boolean isSigned(byte[] raw, String signature, String apiKey) {
        if (signature == null) return false;
        try {
            Mac mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(apiKey.getBytes(StandardCharsets.UTF_8), "HmacSHA512"));
            String expected = HexFormat.of().formatHex(mac.doFinal(raw));
            return MessageDigest.isEqual(
                    expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/webhooks", exchange -> {
            byte[] raw = exchange.getRequestBody().readAllBytes();
            String signature = exchange.getRequestHeaders().getFirst("x-webhook-signature");
            boolean isRight = isSigned(raw, signature, System.getenv("PAYMENTS_API_KEY"));
            // If it is right, parse `raw` and settle the order.
            exchange.sendResponseHeaders(isRight ? 204 : 401, -1);
            exchange.close();
        });
        server.start();
    }
}
