package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	var handled sync.Map // in production: a table of your database
	http.HandleFunc("POST /webhooks/keyward", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err == nil {
			err = webhook.Verify(body, r.Header)
		}
		var event struct{ ID, Type string }
		if err == nil {
			err = json.Unmarshal(body, &event)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if _, again := handled.LoadOrStore(event.ID, true); !again {
			fmt.Println(event.Type, event.ID)
		}
		w.WriteHeader(http.StatusNoContent)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Listening on", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
