package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  os.Getenv("CALLBACK"),
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{oidc.ScopeOpenID, "email", oidc.ScopeOfflineAccess},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	// One person signs in to this program.
	pkce, state, nonce := oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(pkce)), http.StatusFound)
	})
	http.HandleFunc("GET /callback", func(w http.ResponseWriter, r *http.Request) {
		fail := func(err error) { http.Error(w, err.Error(), http.StatusBadRequest) }
		if r.FormValue("state") != state {
			http.Error(w, "another state", http.StatusBadRequest)
			return
		}
		tokens, err := config.Exchange(ctx, r.FormValue("code"), oauth2.VerifierOption(pkce))
		if err != nil {
			fail(err)
			return
		}
		raw, _ := tokens.Extra("id_token").(string)
		id, err := verifier.Verify(ctx, raw)
		if err == nil {
			err = id.VerifyAccessToken(tokens.AccessToken)
		}
		if err != nil || id.Nonce != nonce {
			http.Error(w, "the ID token is not valid", http.StatusBadRequest)
			return
		}
		fresh, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: tokens.RefreshToken}).Token()
		if err != nil {
			fail(err)
			return
		}
		info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(fresh))
		if err != nil {
			fail(err)
			return
		}
		same := info.Subject == id.Subject && fresh.AccessToken != tokens.AccessToken
		json.NewEncoder(w).Encode(map[string]any{"email": info.Email, "refreshed": same, "id_token": raw})
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
