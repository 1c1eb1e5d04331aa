package main

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

func isSigned(raw []byte, signature string, apiKey string) bool {
	mac := hmac.New(sha512.New, []byte(apiKey))
	mac.Write(raw)
	given, err := hex.DecodeString(signature)
	return err == nil && hmac.Equal(given, mac.Sum(nil))
}

func webhook(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || !isSigned(raw, r.Header.Get("x-webhook-signature"), os.Getenv("PAYMENTS_API_KEY")) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var payment struct {
		Reference string `json:"reference_business"`
		Status    string `json:"status"`
	}
	if err := json.Unmarshal(raw, &payment); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	log.Println(payment.Reference, payment.Status)
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	http.HandleFunc("/webhooks", webhook)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
