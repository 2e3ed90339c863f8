// PocketBase as a custom program, as its documentation shows. With PEER_BCRYPT_COST, passwords are hashed at that cost.
// `peer hash HASH PASSWORD SECONDS` verifies a hash again and again, and prints the processor time of each in
// milliseconds.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"
)

func main() {
	if len(os.Args) == 5 && os.Args[1] == "hash" {
		hashAlone(os.Args[2], os.Args[3], os.Args[4])
		return
	}
	app := pocketbase.New()
	if cost, err := strconv.Atoi(os.Getenv("PEER_BCRYPT_COST")); err == nil {
		app.OnServe().BindFunc(func(event *core.ServeEvent) error {
			users, err := event.App.FindCollectionByNameOrId("users")
			if err != nil {
				return err
			}
			users.Fields.GetByName("password").(*core.PasswordField).Cost = cost
			if err := event.App.Save(users); err != nil {
				return err
			}
			return event.Next()
		})
	}
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func hashAlone(hash string, password string, seconds string) {
	duration, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		log.Fatal(err)
	}
	end := time.Now().Add(time.Duration(duration * float64(time.Second)))
	done := 0
	for ; time.Now().Before(end); done++ {
		if err := bcrypt.CompareHashAndPassword([]byte(hash), []byte(password)); err != nil {
			log.Fatal(err)
		}
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	spent := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	fmt.Print(spent.Seconds() * 1000 / float64(done))
}
